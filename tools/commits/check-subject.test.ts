import { describe, expect, it } from 'vitest'
import { checkSubject } from './check-subject.ts'

describe('checkSubject', () => {
  it.each(['engine: split booking from pricing', 'market-data: read a table once', 'Merge branch main'])(
    'accepts "%s"',
    (subject) => expect(checkSubject(subject)).toBeNull(),
  )

  it.each([
    ['x', /form/],
    ['Fix the engine', /form/],
    ['engine: split it.', /period/],
    [`engine: ${'a'.repeat(65)}`, /73 characters/],
  ])('rejects "%s"', (subject, why) => expect(checkSubject(subject)).toMatch(why))
})

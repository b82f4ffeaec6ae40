import { describe, expect, it } from 'vitest'
import { deletionText } from './delete-indicator.ts'

const useOf = (algorithmName: string) => ({
  algorithmId: algorithmName,
  algorithmName,
  versionCount: 1,
  isOutdated: false,
})

describe('the question before an indicator is deleted', () => {
  it('names the algorithms that use it', () => {
    expect(deletionText('Range', [])).toBe('Delete Range? This cannot be undone.')
    expect(deletionText('Range', [useOf('Cross')])).toContain(' Cross uses it. Saved versions keep their copies')
    expect(deletionText('Range', ['A', 'B', 'C', 'D', 'E'].map(useOf))).toContain(
      ' 5 algorithms use it: A, B, C, 2 more. Saved versions keep their copies',
    )
  })
})

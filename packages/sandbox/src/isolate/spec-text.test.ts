import { describe, expect, it } from 'vitest'
import { runSpec } from '../market-data.fixture.ts'
import { specText } from './spec-text.ts'

const SPEC = runSpec(10)

describe('the text of the settings of a run', () => {
  it('is the same whatever the order of their members', () => {
    const { instrument, ...rest } = SPEC
    const reversed = Object.fromEntries(Object.entries(instrument).toReversed()) as unknown as typeof instrument
    expect(specText({ instrument: reversed, ...rest })).toBe(specText(SPEC))
    expect(JSON.parse(specText(SPEC))).toEqual(SPEC)
  })

  it('keeps the order of what a script or the result shows', () => {
    const text = specText({ ...SPEC, externals: { slow: 2, fast: 1 }, quality: { good: 1, all: 2 } })
    expect(text).toContain('{"slow":2,"fast":1}')
    expect(text).toContain('{"good":1,"all":2}')
  })
})

import { describe, expect, it } from 'vitest'
import { heldBy } from './held-by.ts'

const FILES = [
  { file: 'a.test.ts', text: "it('is another test', () => {})\n" },
  {
    file: 'b.test.ts',
    text: "// Holds slippage: depth\n  it('grows with the quantity', () => {})\n// Holds path: best\nit.each([\n  ['a', 1],\n])('takes %s, the trader\\'s best', () => {})\n",
  },
]

describe('heldBy', () => {
  it('finds the test below the comment', () => {
    expect(heldBy('slippage: depth', FILES)).toEqual(['b.test.ts', 'grows with the quantity'])
    expect(heldBy('path: best', FILES)).toEqual(['b.test.ts', "takes %s, the trader's best"])
  })

  it('returns null if no test is named', () => {
    expect(heldBy('slippage: other', FILES)).toBeNull()
  })
})

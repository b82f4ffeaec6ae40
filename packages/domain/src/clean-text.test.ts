import { describe, expect, it } from 'vitest'

import { cleanText } from './clean-text.ts'

describe('text of a script', () => {
  it('stays as it is when it can be shown and stored', () => {
    const text = 'Sold 2 € of 🍏\tat 1.1\r\nand more — مرحبا'
    expect(cleanText(text, 1000)).toBe(text)
  })

  it('loses NUL, half characters and control characters, each for one mark', () => {
    expect(cleanText('a\0b\ud800c\udc00d\u0007e\u001bf\u007fg\u0085h', 1000)).toBe('a�b�c�d�e�f�g�h')
  })

  it('is cut at its length, and never through a character', () => {
    expect(cleanText('abcdef', 4)).toBe('abcd…')
    expect(cleanText('abc🍏', 4)).toBe('abc�…')
  })
})

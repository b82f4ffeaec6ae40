import { describe, expect, it } from 'vitest'

import { cleanText } from './clean-text.ts'

describe('cleanText', () => {
  it('keeps text that can be displayed and stored', () => {
    const text = 'Sold 2 € of 🍏\tat 1.1\r\nand more — مرحبا'
    expect(cleanText(text, 1000)).toBe(text)
  })

  it('replaces NUL, lone surrogates and control characters one by one', () => {
    expect(cleanText('a\0b\ud800c\udc00d\u0007e\u001bf\u007fg\u0085h', 1000)).toBe('a�b�c�d�e�f�g�h')
  })

  it('cuts at the maximum length, never inside a character', () => {
    expect(cleanText('abcdef', 4)).toBe('abcd…')
    expect(cleanText('abc🍏', 4)).toBe('abc�…')
  })
})

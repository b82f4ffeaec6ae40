import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { readKeyText, readPaperKey, writePaperKey } from './paper-key.ts'

it('a master key is read from paper as it was written, however it is typed', () => {
  for (let round = 0; round < 100; round++) {
    const master = randomBytes(32)
    const printed = writePaperKey(master)
    expect(printed).toMatch(/^([A-Z2-7]{4}-){13}[A-Z2-7]{4}$/)
    expect(readPaperKey(printed)).toEqual(master)
    const typed = printed
      .toLowerCase()
      .replaceAll('-', ' ')
      .replaceAll('o', '0')
      .replaceAll('i', '1')
      .replaceAll('b', '8')
    expect(readPaperKey(` ${typed}\n`)).toEqual(master)
  }
})

it('a wrong character, two that changed places, and a missing one are noticed', () => {
  const printed = writePaperKey(Buffer.from('00112233445566778899aabbccddeeff0123456789abcdef0123456789abcdef', 'hex'))
  const letters = printed.replaceAll('-', '')
  for (let at = 0; at < letters.length; at++) {
    const other = letters[at] === 'A' ? 'C' : 'A'
    const texts = [letters.slice(0, at) + other + letters.slice(at + 1), letters.slice(0, at) + letters.slice(at + 1)]
    const [one = '', next = ''] = letters.slice(at, at + 2)
    if (next !== '' && one !== next) texts.push(letters.slice(0, at) + next + one + letters.slice(at + 2))
    for (const text of texts) expect(() => readPaperKey(text)).toThrow('a character is wrong or missing')
  }
  for (const text of ['', 'x', '?'.repeat(56), letters + letters])
    expect(() => readPaperKey(text)).toThrow(/wrong or missing/)
})

it('a master key in a setting is hexadecimal, or as on paper', () => {
  const master = randomBytes(32)
  for (const text of [master.toString('hex'), master.toString('hex').toUpperCase(), writePaperKey(master)])
    expect(readKeyText(text)).toEqual(master)
  for (const text of ['', 'ff'.repeat(31), 'ff'.repeat(33), master.toString('base64')])
    expect(() => readKeyText(text)).toThrow(/wrong or missing/)
})

it('a backup key is not taken for a master key, nor a master key for one', () => {
  const key = randomBytes(32)
  expect(readPaperKey(writePaperKey(key, 'backup key'), 'backup key')).toEqual(key)
  expect(() => readPaperKey(writePaperKey(key, 'backup key'))).toThrow('This is not a master key')
  expect(() => readPaperKey(writePaperKey(key), 'backup key')).toThrow('This is not a backup key')
})

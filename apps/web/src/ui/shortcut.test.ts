import { expect, it } from 'vitest'
import { isPressed, keysOf, keysText, type PressedKey } from './shortcut.ts'

const press = (key: string, modifiers: Partial<PressedKey> = {}): PressedKey => {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers }
}
const shortcut = (...keys: string[]) => ({ keys, does: 'Something' })

it('takes Ctrl and Cmd for Mod, in any case of the letter', () => {
  const save = shortcut('Mod+S')
  expect(isPressed(save, press('s', { ctrlKey: true }))).toBe(true)
  expect(isPressed(save, press('S', { metaKey: true }))).toBe(true)
  expect(isPressed(save, press('s'))).toBe(false)
  expect(isPressed(save, press('s', { ctrlKey: true, altKey: true }))).toBe(false)
  expect(isPressed(save, press('s', { ctrlKey: true, shiftKey: true }))).toBe(false)
})

it('takes Alt where a shortcut has it', () => {
  const move = shortcut('Alt+ArrowLeft', 'Alt+ArrowRight')
  expect(isPressed(move, press('ArrowRight', { altKey: true }))).toBe(true)
  expect(isPressed(move, press('ArrowRight'))).toBe(false)
  expect(isPressed(move, press('ArrowRight', { altKey: true, shiftKey: true }))).toBe(false)
})

it('tells redo from undo by Shift', () => {
  const [undo, redo] = [shortcut('Mod+Z'), shortcut('Mod+Shift+Z', 'Mod+Y')]
  const shifted = press('Z', { ctrlKey: true, shiftKey: true })
  expect([isPressed(undo, shifted), isPressed(redo, shifted)]).toEqual([false, true])
  expect(isPressed(redo, press('y', { ctrlKey: true }))).toBe(true)
})

it('takes a character with or without Shift, as the keyboard needs it', () => {
  expect(isPressed(shortcut('?'), press('?', { shiftKey: true }))).toBe(true)
  expect(isPressed(shortcut('+', '='), press('+'))).toBe(true)
  expect(isPressed(shortcut('N'), press('n'))).toBe(true)
  expect(isPressed(shortcut('N'), press('n', { ctrlKey: true }))).toBe(false)
  expect(isPressed(shortcut('Home'), press('Home', { shiftKey: true }))).toBe(false)
})

it('splits keys at each plus that is not a key itself', () => {
  expect(['Mod+Shift+Z', '+', 'Mod++'].map(keysOf)).toEqual([['Mod', 'Shift', 'Z'], ['+'], ['Mod', '+']])
  expect(keysText(shortcut('Mod+Shift+Z', 'Mod+Y'))).toBe('Ctrl+Shift+Z')
})

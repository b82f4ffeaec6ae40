import { expect, it } from 'vitest'
import { defaultName, nameProblem } from './layout-names.ts'
import { layoutOf } from './layouts.fixture.ts'

const LAYOUTS = [layoutOf('Default 1'), layoutOf('Default 3')]

it.each([
  ['Forex Markets', "New layout cannot be called 'Forex Markets'"],
  ['forex markets', "New layout cannot be called 'Forex Markets'"],
  ['Crypto Markets', "New layout cannot be called 'Crypto Markets'"],
  ['a/b', 'Layout name cannot contain slashes'],
  ['', 'Please enter a name'],
  ['a\0b', 'Layout name has a character that cannot be shown'],
  ['..', 'Layout name needs a letter or a number'],
  ['x'.repeat(41), 'Layout name cannot be longer than 40 characters'],
  ['default 1', "There is a layout called 'Default 1' already"],
  ['Scalping 50% ü', null],
])('says what is wrong with the name %j', (name, problem) => {
  expect(nameProblem(name, LAYOUTS)).toBe(problem)
})

it('gives a copy the first free number', () => {
  expect(defaultName([])).toBe('Default 1')
  expect(defaultName(LAYOUTS)).toBe('Default 2')
})

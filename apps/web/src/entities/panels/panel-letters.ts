import { z } from 'zod'
import { type Setting, useSetting } from '../settings/use-setting.ts'
import { PANELS } from './panels.ts'

/** By the name of the panel; an empty one is none. */
type ChosenLetters = Readonly<Record<string, string>>

/** Letters that were chosen instead of those that panels bring along. */
export const PANEL_LETTERS: Setting<ChosenLetters> = {
  path: 'panel-letters',
  schema: z.record(z.string(), z.string().regex(/^[A-Z]?$/)),
  fallback: {},
}

/** The letter of each panel that has one, by its name. */
export type PanelLetters = ReadonlyMap<string, string>

export function usePanelLetters(): PanelLetters {
  return lettersOf(useSetting(PANEL_LETTERS)[0])
}

export function lettersOf(chosen: ChosenLetters): PanelLetters {
  const taken = new Set(PANELS.map(({ name }) => chosen[name]))
  const letters = new Map<string, string>()
  for (const { name, letter = '' } of PANELS) {
    const own = chosen[name] ?? (taken.has(letter) ? '' : letter)
    // Two of them may have been stored by two browsers.
    if (own !== '' && ![...letters.values()].includes(own)) letters.set(name, own)
  }
  return letters
}

/** Gives a panel a letter, or none. The panel that had it gets the other one, so no letter is there twice. */
export function withLetter(chosen: ChosenLetters, name: string, letter: string): ChosenLetters {
  const letters = lettersOf(chosen)
  const other = [...letters].find(([, of]) => of === letter)?.[0]
  const swapped = other === undefined || other === name ? {} : { [other]: letters.get(name) ?? '' }
  return { ...chosen, ...swapped, [name]: letter }
}

/** Its title, and its name where another one has the same title. */
export function titleOf({ title, name }: { readonly title: string; readonly name: string }): string {
  const isNamedTwice = PANELS.some((other) => other.title === title && other.name !== name)
  return isNamedTwice ? `${title} (${name})` : title
}

import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has. */
const MAX_STOPS = 150

/** A user without a mouse: moves the focus with Tab, and fails when the pointer was used. */
export interface Keyboard {
  /** Moves the focus to an element, with Tab or another key. The code editor on the way is left with Escape. */
  readonly go: (target: Locator, key?: string) => Promise<void>
  /** Goes to an element and presses Enter. */
  readonly enter: (target: Locator) => Promise<void>
  /** Goes to a field, replaces its text and stays there. */
  readonly type: (target: Locator, text: string) => Promise<void>
  readonly press: (key: string) => Promise<void>
  /** How often the pointer was pressed; must stay 0. */
  readonly pointerPresses: () => Promise<number>
}

export async function useKeyboard(page: Page): Promise<Keyboard> {
  let presses = 0
  await page.exposeFunction('countPress', () => (presses += 1))
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => (globalThis as unknown as { countPress: () => void }).countPress(), true)
  })
  const { keyboard } = page
  const isFocused = (target: Locator): Promise<boolean> =>
    target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
  // The ones in dialogs are read-only: Tab does not indent there.
  const isInEditor = (): Promise<boolean> =>
    page.evaluate(() => {
      const editor = document.activeElement?.closest('.monaco-editor')
      return editor !== null && editor !== undefined && editor.closest('[role=dialog]') === null
    })
  const go = async (target: Locator, key = 'Tab'): Promise<void> => {
    await expect(target).toBeAttached()
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (await isFocused(target)) return
      if (key.endsWith('Tab') && (await isInEditor())) await keyboard.press('Escape')
      await keyboard.press(key)
    }
    throw new Error(`${String(target)} cannot be reached with ${key}`)
  }
  return {
    go,
    enter: async (target) => {
      await go(target)
      await keyboard.press('Enter')
    },
    type: async (target, text) => {
      await go(target)
      await keyboard.press('ControlOrMeta+a')
      await keyboard.type(text)
    },
    press: (key) => keyboard.press(key),
    pointerPresses: async () => presses,
  }
}

/**
 * What keys do. Each of `keys` is one way to press it, such as `Mod+Shift+Z`: Mod is Ctrl, or Cmd on a Mac. Keys that follow
 * each other, such as `G then C`, are only listed.
 */
export interface Shortcut {
  readonly keys: readonly string[]
  /** `Go to the next position`. */
  readonly does: string
}

export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether the pressed keys are those of a shortcut. */
export function isPressed({ keys }: Shortcut, pressed: PressedKey): boolean {
  return keys.some((combination) => {
    const parts = keysOf(combination)
    const key = parts.at(-1) ?? ''
    const isMod = parts.includes('Mod')
    // On some keyboards, characters such as ? and + need Shift, on others they do not.
    const isShiftFree = key.length === 1 && !isMod
    return (
      key.toLowerCase() === pressed.key.toLowerCase() &&
      isMod === (pressed.ctrlKey || pressed.metaKey) &&
      parts.includes('Alt') === pressed.altKey &&
      (isShiftFree || parts.includes('Shift') === pressed.shiftKey)
    )
  })
}

/** The keys of a combination; plus is one, too. */
export function keysOf(combination: string): string[] {
  return combination.split(/\+(?=.)/)
}

/** Its first keys, for the hint of a button: `Ctrl+K`. */
export function keysText({ keys }: Shortcut): string {
  return (keys[0] ?? '').replace('Mod', 'Ctrl')
}

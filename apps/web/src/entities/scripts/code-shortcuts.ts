import type { Shortcut } from '../../ui/shortcut.ts'

/** Those of the code editor itself that a script needs most. */
export const CODE_SHORTCUTS = {
  suggest: { keys: ['Ctrl+Space'], does: 'Suggest names' },
  fix: { keys: ['Mod+.'], does: 'Show fixes of a problem' },
  find: { keys: ['Mod+F'], does: 'Find in the script' },
  comment: { keys: ['Mod+/'], does: 'Comment lines out, or in again' },
  leave: { keys: ['Escape'], does: 'Let Tab leave the editor' },
} as const satisfies Record<string, Shortcut>

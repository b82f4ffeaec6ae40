import { askToConfirm } from '../../ui/confirm.tsx'
import { LEVEL_KINDS, type LevelKind, unreadText } from './level-input.tsx'

/** Asks where pips look like a price of the market; true at once where none do. */
export async function confirmHints(hints: readonly string[]): Promise<boolean> {
  if (hints.length === 0) return true
  return askToConfirm({ title: 'Pips or price?', text: `${hints.join('. ')}.`, confirm: 'Trade with pips' })
}

/** Asks where a text was cleared that was meant as a level; true at once where none was. */
export async function confirmUnread(unread: Readonly<Record<LevelKind, string>>): Promise<boolean> {
  const texts = LEVEL_KINDS.filter((kind) => unread[kind] !== '').map((kind) => unreadText(kind, unread[kind]))
  if (texts.length === 0) return true
  return askToConfirm({ title: 'Trade without it?', text: `${texts.join('. ')}.`, confirm: 'Trade without it' })
}

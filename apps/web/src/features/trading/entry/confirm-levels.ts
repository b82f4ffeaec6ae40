import type { LevelReading } from '@tradeloom/domain/orders'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { LEVEL_KINDS, type LevelKind, unreadText } from '../../../entities/positions/level-input.tsx'

type OfLevels<Value> = Readonly<Record<LevelKind, Value>>

/** Asks where a text was cleared that was meant as a level, and where pips look like a price of the market. */
export async function confirmLevels(
  unread: OfLevels<string>,
  readings: OfLevels<LevelReading | null>,
): Promise<boolean> {
  return (
    (await confirmUnread(unread)) && (await confirmHints(LEVEL_KINDS.flatMap((kind) => readings[kind]?.hint ?? [])))
  )
}

async function confirmHints(hints: readonly string[]): Promise<boolean> {
  if (hints.length === 0) return true
  return askToConfirm({
    title: 'Pips or price?',
    text: `${hints.join('. ')}.`,
    confirm: 'Trade with pips',
    cancel: 'Back',
  })
}

async function confirmUnread(unread: OfLevels<string>): Promise<boolean> {
  const texts = LEVEL_KINDS.filter((kind) => unread[kind] !== '').map((kind) => unreadText(kind, unread[kind]))
  if (texts.length === 0) return true
  return askToConfirm({
    title: 'Trade without it?',
    text: `${texts.join('. ')}.`,
    confirm: 'Trade without it',
    cancel: 'Back',
  })
}

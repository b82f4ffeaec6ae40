import { askToConfirm } from '../../ui/confirm.tsx'

/** Asks where pips look like a price of the market; true at once where none do. */
export async function confirmHints(hints: readonly string[]): Promise<boolean> {
  if (hints.length === 0) return true
  return askToConfirm({ title: 'Pips or price?', text: `${hints.join('. ')}.`, confirm: 'Trade with pips' })
}

/** What some venues do not have, by what their labs say of it. */
export type Lacking = 'book' | 'trades' | 'ticker' | 'mark' | 'trailing'

/** The cases that need it. */
const NEEDS: Readonly<Record<string, Lacking>> = {
  'keeps the book of changes equal to the snapshot of a new subscription, also after lost changes': 'book',
  'waits for a snapshot of the book that is as new as its changes': 'book',
  'has trades at its prices, each once and with an id': 'trades',
  'has the last 24 hours in its ticker': 'ticker',
  'has the mark price of a perpetual, and when which funding is paid': 'mark',
  'reports once each what funding has cost and brought': 'mark',
  'moves a trailing stop behind the best price, and never back': 'trailing',
  'leaves a trailing stop without an answer unknown, and finds it by its name': 'trailing',
}

interface Lab {
  readonly denied: Readonly<Record<string, string>>
  readonly lacks?: Readonly<Partial<Record<Lacking, string>>>
}

/** Why a case is left out; undefined if it is not. */
export function wordsAgainst({ denied, lacks }: Lab, name: string): string | undefined {
  const need = NEEDS[name]
  return denied[name] ?? (need === undefined ? undefined : lacks?.[need])
}

import type { TradingPosition } from '@tradeloom/contracts'
import type { CustodyCause, CustodyState } from '@tradeloom/domain'

type Custody = NonNullable<TradingPosition['custody']>
export type ProtectionTone = 'calm' | 'good' | 'warn' | 'bad'

interface Words {
  readonly word: string
  readonly meaning: string
  readonly tone: ProtectionTone
}

const WORDS: Readonly<Record<CustodyState, Words>> = {
  COVERED: { word: 'Covered', meaning: 'The venue has one stop of the right quantity.', tone: 'good' },
  HELD: {
    word: 'Held here',
    meaning: 'Tradeloom watches the stop itself. It closes nothing while Tradeloom does not run.',
    tone: 'calm',
  },
  BUSY: { word: 'Changing', meaning: 'A change of the stop, or a closing, is on its way.', tone: 'warn' },
  SHORT: {
    word: 'Wrong size',
    meaning: 'An order that protects it has another quantity than the position.',
    tone: 'bad',
  },
  DOUBLE: { word: 'Two stops', meaning: 'The venue has two orders for one level.', tone: 'bad' },
  BARE: { word: 'No stop', meaning: 'It is to have a stop, and the venue has none.', tone: 'bad' },
  ORPHAN: { word: 'Left over', meaning: 'The venue has a stop that is no longer wanted.', tone: 'bad' },
  STRANGER: { word: 'Foreign order', meaning: 'An order from elsewhere would close the position.', tone: 'warn' },
}

const CAUSES: Readonly<Record<CustodyCause, string>> = {
  script: 'by the script',
  person: 'by you',
  custody: 'by Tradeloom',
  venue: 'by the venue',
  guardian: 'by the guardian',
  elsewhere: 'elsewhere',
}

/** How a position is protected, in a word. A color alone says nothing: `BUSY` may be with or without a stop. */
export function protectionWords({ state, isProtected }: Pick<Custody, 'state' | 'isProtected'>): Words {
  const words = WORDS[state]
  return isProtected || words.tone === 'bad' ? words : { ...words, tone: 'bad' }
}

export function causeWords(cause: CustodyCause): string {
  return CAUSES[cause]
}

/** Time without protection, in seconds below a minute. */
export function unprotectedText(seconds: number): string {
  if (seconds === 0) return 'none'
  return seconds < 60 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 6) / 10} min`
}

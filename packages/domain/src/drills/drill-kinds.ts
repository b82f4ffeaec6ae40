/** What goes wrong on a paper account while its owner practices a bad day. */
export const DRILL_KINDS = [
  'refused-stop',
  'silent-feed',
  'gap',
  'part-filled',
  'lost-answer',
  'halted',
  'margin-call',
  'killed',
] as const
export type DrillKind = (typeof DRILL_KINDS)[number]

/** `over`: it ran to its end; `stopped`: by its owner; `interrupted`: the process ended meanwhile; `failed`: it could not begin. */
export const DRILL_ENDS = ['over', 'stopped', 'interrupted', 'failed'] as const
export type DrillEnd = (typeof DRILL_ENDS)[number]

export interface DrillTerms {
  readonly title: string
  /** What it will do. */
  readonly plan: string
  /** What to look at. */
  readonly lesson: string
  /** From its beginning, milliseconds. */
  readonly lastsMs: number
  /** When things go wrong, and until when. */
  readonly faultFromMs: number
  readonly faultUntilMs: number
  readonly fault: 'none' | 'silent' | 'halted' | 'killed' | 'unanswered'
  /** The share by which prices fall from then on, for this account alone; `margin`: as far as its margin reaches. */
  readonly fall: number | 'margin'
  /** The order that it places: a stop below its price, or above, where the market has passed it; or a limit below. */
  readonly order: 'stop-below' | 'stop-passed' | 'limit-below'
  /** The share of it that the venue fills before it cancels the rest. */
  readonly filledShare: number
}

const NOTHING = {
  lastsMs: 30_000,
  faultFromMs: 10_000,
  faultUntilMs: 30_000,
  fault: 'none',
  fall: 0,
  order: 'stop-below',
  filledShare: 1,
} as const
const MINUTE = { lastsMs: 60_000, faultUntilMs: 40_000 } as const

export const DRILLS: Readonly<Record<DrillKind, DrillTerms>> = {
  'refused-stop': {
    ...NOTHING,
    title: 'A stop is refused at its fill',
    plan: 'Buys at the market with a stop that the market has passed by the time the order is filled, so the venue refuses it.',
    lesson:
      'The stop is held and due at once, or the order is canceled, or the position is closed: as this account has chosen.',
    faultFromMs: 0,
    order: 'stop-passed',
  },
  'silent-feed': {
    ...NOTHING,
    ...MINUTE,
    title: 'The feed is silent for 30 s',
    plan: 'Buys at the market with a stop 1% below. After 10 s no price reaches this account for 30 s.',
    lesson: 'A stop on paper is only as good as its prices: while none come, nothing can close the position.',
    fault: 'silent',
  },
  gap: {
    ...NOTHING,
    title: 'A gap of 3% over a stop',
    plan: 'Buys at the market with a stop 1% below. After 10 s the price of this account is 3% lower at once.',
    lesson:
      'A stop becomes a market order: it is filled at the first price after the gap, and loses three times as much as planned.',
    fall: 0.03,
  },
  'part-filled': {
    ...NOTHING,
    title: 'Partly filled and canceled',
    plan: 'Buys at the market with a stop 1% below. The venue fills 40% of the order and cancels the rest.',
    lesson: 'Stop and profit belong to what was filled, not to what was ordered.',
    faultFromMs: 0,
    filledShare: 0.4,
  },
  'lost-answer': {
    ...NOTHING,
    title: 'The answer to an order is lost',
    plan: 'Places a limit order 1% below the market. The venue takes it, its answer is lost, and for 10 s it does not answer at all.',
    lesson:
      'The order counts as unknown, is never sent a second time, and is looked up by its name until the venue answers.',
    faultFromMs: 0,
    faultUntilMs: 10_000,
    fault: 'unanswered',
    order: 'limit-below',
  },
  halted: {
    ...NOTHING,
    ...MINUTE,
    title: 'The market is halted',
    plan: 'Buys at the market with a stop 1% below. After 10 s trading is halted for 30 s, and reopens 1.5% lower.',
    lesson: 'Nothing is filled during a halt, neither a stop nor a closing: the price of the reopening decides.',
    fault: 'halted',
    fall: 0.015,
  },
  'margin-call': {
    ...NOTHING,
    title: 'A margin call',
    plan: 'Buys at the market with 90% of the available margin and without a stop. After 10 s the price of this account falls until the margin does not suffice.',
    lesson:
      'The call closes nothing: the venue closes positions once equity covers half of the margin, so the account loses on until somebody acts.',
    fall: 'margin',
  },
  killed: {
    ...NOTHING,
    title: 'The process that works on the account is killed',
    plan: 'Buys at the market with a stop 1% below. After 10 s the work on this account is abandoned and its lease is lost, as after a kill; meanwhile the price falls by 1.5%. After 10 more seconds another one takes over. Other accounts go on.',
    lesson:
      'Prices that passed the stop meanwhile are matched when the work is taken over, and the closing is called late.',
    faultUntilMs: 20_000,
    fault: 'killed',
    fall: 0.015,
  },
}

/** How far below the price its stop, or its limit order, is. */
export const DRILL_DISTANCE = 0.01

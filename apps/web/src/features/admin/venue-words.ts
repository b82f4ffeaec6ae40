import type { Venue, VenueMarket } from '@tradeloom/contracts'
import { formatCount, formatPercent, formatPlain, formatSecond } from '../../ui/format.ts'

export const STATES: Record<Venue['state'], { readonly word: string; readonly tone: string }> = {
  off: { word: 'Off', tone: 'neutral' },
  'no-login': { word: 'No prices', tone: 'warn' },
  connecting: { word: 'Connecting', tone: 'busy' },
  unreachable: { word: 'Cannot be reached', tone: 'bad' },
  ready: { word: 'Ready', tone: 'good' },
  connected: { word: 'Connected', tone: 'good' },
  stale: { word: 'Stale', tone: 'warn' },
}

export interface SwitchQuestion {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly isDestructive: boolean
}

/** What is asked before a market of a venue is switched. */
export function marketQuestion(venue: Venue, { name, isOn, sessions, positions }: VenueMarket): SwitchQuestion {
  const full = `${venue.name} ${name}`
  return switchQuestion({ name: full, isOn, sessions, positions, connections: 0 })
}

/** What is asked before a venue is switched. */
export function switchQuestion({
  name,
  isOn,
  sessions,
  connections,
  positions,
}: Pick<Venue, 'name' | 'isOn' | 'sessions' | 'connections' | 'positions'>): SwitchQuestion {
  if (!isOn) {
    return {
      title: `Switch ${name} on`,
      text: `This server will then send requests to ${name}: for its list of instruments immediately, and for prices when a user needs them.`,
      confirm: 'Switch on',
      isDestructive: false,
    }
  }
  const stops = [
    'All streams close immediately, and nothing more is sent.',
    ...(sessions > 0 ? [`${formatCount(sessions, 'running session')} will get no more prices.`] : []),
    ...(positions > 0
      ? [`${formatCount(positions, 'open position')} will have no price: stops kept by this server will not execute.`]
      : []),
    ...(connections > 0 ? [`${formatCount(connections, 'connection')} with keys will end.`] : []),
  ]
  return { title: `Switch ${name} off`, text: stops.join(' '), confirm: 'Switch off', isDestructive: true }
}

export function problemText({ message, retryIn }: NonNullable<Venue['problem']>, name: string): string {
  const again = retryIn > 0 ? `Next attempt in ${Math.ceil(retryIn / 1_000)} s` : 'Retrying now'
  return `${name} cannot be reached: ${message}. ${again}`
}

export function skewText({ ms, level }: NonNullable<Venue['skew']>, name: string): string {
  const by = `${formatPlain(Math.abs(ms))} ms`
  // What comes late looks like a clock that is ahead.
  const what =
    ms > 0
      ? `The clock of this server is ${by} ahead of that of ${name}, or its messages take that long.`
      : `The clock of this server is ${by} behind that of ${name}.`
  const orders =
    level === 'no-orders' ? 'No orders are sent until it is corrected.' : 'From 900 ms on no orders are sent.'
  return `${what} ${orders}`
}

/** Words of a figure. */
export function budgetText({ used, limit, silentUntil }: NonNullable<Venue['budget']>): {
  readonly value: string
  readonly detail: string
  readonly tone?: string
} {
  const share = formatPercent((100 * used) / limit, 0)
  const detail = `of ${formatPlain(limit)} by weight`
  if (silentUntil === null) return { value: share, detail }
  return { value: share, detail: `paused by the venue until ${formatSecond(silentUntil).slice(11)} UTC`, tone: 'loss' }
}

/** What is asked before an own connection gives everybody the prices of a venue. */
export function markQuestion(name: string): SwitchQuestion {
  return {
    title: `Show the prices of ${name} to everybody`,
    text: `${name} shows its prices to holders of an account alone. With this connection, every user of this installation will see them, in charts, exports and through the API. Your agreement with the broker may allow that for you alone: check its terms on market data first.`,
    confirm: 'Mark the connection',
    isDestructive: false,
  }
}

export function unmarkQuestion(name: string): SwitchQuestion {
  return {
    title: `Read no prices of ${name}`,
    text: `Its markets are no longer listed, charts and alerts on them stand still, and sessions there open nothing for want of a price. Positions keep their stops at ${name}.`,
    confirm: 'Read no prices',
    isDestructive: true,
  }
}

/** Why a venue that shows prices to an account alone has none. */
export function loginText({ name, login, isOn }: Pick<Venue, 'name' | 'login' | 'isOn'>): string | null {
  if (login === null || !isOn) return null
  const { connection } = login
  if (connection === null)
    return `${name} shows its prices to holders of an account alone: its markets are not listed until an administrator marks a connection of their own.`
  return connection.problem === null ? null : `The marked connection gives no prices: ${connection.problem}.`
}

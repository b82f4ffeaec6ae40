import type { ArbitrageAttempt } from '@tradeloom/contracts'
import type { AttemptPolicy } from '@tradeloom/domain/arbitrage'

export const POLICIES: Readonly<Record<AttemptPolicy, string>> = {
  close: 'Close the other one at the market',
  keep: 'Keep the other one, with a stop',
  hold: 'Keep the other one as it is, without a stop',
}

/** What has become of an attempt, in few words. */
export function outcomeText({ outcome, state }: Pick<ArbitrageAttempt, 'outcome' | 'state'>): string {
  switch (outcome) {
    case null:
      return state === 'WAITING' ? 'Waiting until both can be sent' : 'Sent'
    case 'UNSENT':
      return state === 'ABANDONED' ? 'Not sent' : 'Not filled'
    case 'FILLED':
      return 'Both filled'
    case 'EVEN':
      return 'Both filled in part'
    case 'CLOSED':
      return 'One failed, the other one was closed'
    case 'KEPT':
      return 'One failed, the other one is open with a stop'
    case 'HELD':
      return 'One failed, the other one is open'
    case 'OPEN':
      return 'One failed, the other one could not be closed: close it by hand'
  }
}

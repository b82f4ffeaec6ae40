import type { Notice } from '@tradeloom/database'
import { type CustodyState, instrumentName } from '@tradeloom/domain'

interface AlarmText {
  readonly subject: (instrumentId: string) => string
  readonly body: string
}

const LOOK = 'Check the orders at the exchange itself.'

const TEXTS: Partial<Readonly<Record<CustodyState, AlarmText>>> = {
  BUSY: {
    subject: (id) => `An order of a position of ${id} has been on its way for a minute`,
    body: `Its stop is being changed, or it is being closed, and the exchange has not confirmed it. ${LOOK}`,
  },
  SHORT: {
    subject: (id) => `The stop of a position of ${id} has another quantity than the position`,
    body: `The stop is withdrawn and placed again. ${LOOK}`,
  },
  DOUBLE: {
    subject: (id) => `A position of ${id} has two stops`,
    body: `Both are withdrawn, and one is placed again. ${LOOK}`,
  },
  BARE: {
    subject: (id) => `Position of ${id} without a stop`,
    body: `The exchange does not list its stop. Set another one, or close the position.`,
  },
  ORPHAN: {
    subject: (id) => `A stop of ${id} protects nothing`,
    body: `Its position is closed, or wants it no more, and the exchange still has the order. It is being canceled. ${LOOK}`,
  },
}

/** The notification about a state of custody that has lasted; null for one that may last. `key`: of this occurrence. */
export function custodyAlarm(
  state: CustodyState,
  instrumentId: string,
  { accountId, key }: { readonly accountId: string; readonly key: string },
): Notice | null {
  const text = TEXTS[state]
  return text ? noticeOf(text.subject(instrumentId), text.body, accountId, key) : null
}

/** Orders that protect a position were withdrawn too often. `key`: of this occurrence. */
export function tooManyCallsAlarm(
  instrumentId: string,
  { accountId, key }: { readonly accountId: string; readonly key: string },
): Notice {
  const subject = `The stop of a position of ${instrumentName(instrumentId)} was replaced more than five times in a minute`
  const body =
    'It stays as it is for a minute, and is moved less and less often. The position can be closed at any time.'
  return noticeOf(subject, body, accountId, key)
}

function noticeOf(subject: string, body: string, accountId: string, dedupKey: string): Notice {
  return { kind: 'position-unprotected', subject, body, object: `account:${accountId}`, dedupKey }
}

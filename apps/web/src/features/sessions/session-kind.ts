import { linkOptions } from '@tanstack/react-router'
import type { RunKind } from '../../entities/runs/run-kind.ts'

export const SESSIONS: RunKind = {
  name: 'trading session',
  plural: 'trading sessions',
  title: 'Trading session',
  titles: 'Trading Sessions',
  listKey: 'sessions',
  picture: 'sessions',
  empty: { title: 'No trading sessions', text: 'A session runs a saved version of an algorithm on live prices.' },
  loginToRun: 'Please log in to start a trading session',
  pageOf: ({ id: sessionId, algorithmId }, isAll) =>
    isAll
      ? linkOptions({ to: '/sessions/$sessionId', params: { sessionId } })
      : linkOptions({ to: '/algorithms/$algorithmId/trade/$sessionId', params: { algorithmId, sessionId } }),
  listOf: (algorithmId) =>
    algorithmId === null
      ? linkOptions({ to: '/sessions' })
      : linkOptions({ to: '/algorithms/$algorithmId/trade', params: { algorithmId } }),
}

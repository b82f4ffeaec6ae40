import { z } from 'zod'
import { tradingAccount } from '../http/accounts.ts'
import { logLine, position } from '../http/backtest-result.ts'
import { backtest, getBacktestCharts, getBacktestLog } from '../http/backtests.ts'
import { historicalPrices } from '../http/instruments.ts'
import { optimizationColumns } from '../http/optimization-columns.ts'
import { getOptimizationLog, optimization } from '../http/optimizations.ts'
import { sessionLogLine } from '../http/sessions.ts'
import { historicalTicks } from './historical-ticks.ts'
import { indicatorValues } from './indicator-test.ts'
import type { CHANNELS, SocketRequestName } from './messages.ts'
import { livePrice } from './price-events.ts'
import { sessionCharts, sessionLog, sessionLogDays } from './session-requests.ts'
import { brokerStatus } from './trading-events.ts'
import { orderAccepted } from './trading-requests.ts'

export type ChannelName = keyof typeof CHANNELS

/**
 * What each request is answered with, by the channels that take it. A function, because the web app would otherwise load
 * all of it.
 */
export function socketAnswers() {
  const prices = { 'historical-prices': historicalPrices.response, 'historical-ticks': historicalTicks }
  return {
    brokers: {
      ...prices,
      'request-price-snapshot': livePrice,
      'request-cached-price': livePrice,
      'request-connected': brokerStatus,
      'request-status': brokerStatus.pick({ isConnected: true }),
      'subscribe-status': z.array(brokerStatus),
      'request-account': tradingAccount,
      'open-position': orderAccepted,
      'close-position': orderAccepted,
      order: orderAccepted,
      'protect-position': orderAccepted,
      'initialize-broker-connection': brokerStatus,
      teardown: brokerStatus,
      'request-log-connection': z.array(logLine),
      'request-log-account': z.array(logLine),
    },
    backtestController: {
      ...prices,
      'fetch-charts': getBacktestCharts.response,
      'fetch-positions': z.object({ total: z.number().int(), positions: z.array(position) }),
      'fetch-log': getBacktestLog.response,
      'tail-log': getBacktestLog.response,
      stop: backtest,
    },
    optimisations: {
      'fetch-results': optimizationColumns,
      'fetch-log': getOptimizationLog.response,
      'tail-log': getOptimizationLog.response,
      stop: optimization,
    },
    indicators: { ...prices, 'test-indicator': indicatorValues, 'fetch-indicator': indicatorValues },
    tradingSessions: {
      'fetch-charts': sessionCharts,
      'fetch-log-list': sessionLogDays,
      'fetch-log': sessionLog,
      'tail-log': z.array(sessionLogLine),
    },
  } as const satisfies Partial<Record<ChannelName, Partial<Record<SocketRequestName, z.ZodType>>>>
}

type Answers = ReturnType<typeof socketAnswers>

/** What a request is answered with, on any channel. */
export type SocketAnswer<Name extends SocketRequestName> = {
  [Channel in keyof Answers]: Name extends keyof Answers[Channel] ? z.input<Answers[Channel][Name]> : never
}[keyof Answers]

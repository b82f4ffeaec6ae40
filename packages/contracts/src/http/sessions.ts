import { z } from 'zod'
import { uuid } from './common.ts'
import { intervalKey } from './run-common.ts'

/** A live trading session. */
export const tradingSession = z.object({
  id: uuid,
  status: z.enum(['Active', 'Stopped', 'Failed']),
  statusDetail: z.string().nullable(),
  started: z.string(),
  stopped: z.string().nullable(),
  instrumentId: z.string(),
  interval: intervalKey,
  externals: z.record(z.string(), z.number()),
  /** Null once the algorithm is deleted. */
  algorithmId: uuid.nullable(),
  algorithmVersionId: uuid.nullable(),
  algorithmName: z.string(),
  brokerConnectionId: uuid,
  brokerAccountId: uuid,
  initialBalance: z.number(),
  openPositionCount: z.number().int(),
  closedPositionCount: z.number().int(),
  totalProfit: z.number(),
  unrealisedProfit: z.number(),
  /** Total and unrealized profit by the initial balance, in percent. */
  percentageBalance: z.number(),
  inFlight: z.enum(['any', 'one']),
  resume: z.enum(['replay', 'fresh', 'stop']),
  /** What it is doing. */
  detail: z.string().nullable(),
})
export type TradingSession = z.infer<typeof tradingSession>

import type {
  Backtest,
  BacktestPosition,
  BacktestPrices,
  BacktestProgress,
  BacktestVerified,
} from '@tradeloom/contracts'
import type { Bus } from '@tradeloom/bus'
import { viewBacktest } from './backtest-views.ts'
import type { BacktestRecord } from './backtests.repository.ts'

export type RowEvent = 'started' | 'completed' | 'errored' | 'failed' | 'stopped' | 'update'

/** Message on `backtest.<id>`. The owner sees `own`, everybody else `shared` unless it is null. */
export type BacktestMessage =
  | { readonly event: RowEvent; readonly userId: string; readonly own: Backtest; readonly shared: Backtest | null }
  | { readonly event: 'progress'; readonly userId: string; readonly isPublic: boolean; readonly data: BacktestProgress }
  | {
      readonly event: 'progress-detail'
      readonly userId: string
      readonly data: { id: string; algorithmId: string; detail: string }
    }
  | { readonly event: 'prices'; readonly userId: string; readonly data: BacktestPrices }
  | { readonly event: 'position'; readonly userId: string; readonly data: BacktestPosition }
  | { readonly event: 'verified'; readonly userId: string; readonly data: BacktestVerified }
  | { readonly event: 'deleted'; readonly userId: string; readonly data: { id: string; algorithmId: string } }

export function publishRow(bus: Bus, event: RowEvent, record: BacktestRecord): void {
  const { userId, id } = record.row
  const shared = record.isPublic ? viewBacktest(record, null) : null
  publish(bus, id, { event, userId, own: viewBacktest(record, userId), shared })
}

export function publish(bus: Bus, id: string, message: BacktestMessage): void {
  bus.publish(`backtest.${id}`, message)
}

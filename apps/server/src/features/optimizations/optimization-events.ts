import type { Bus } from '@tradeloom/bus'
import type { LogLine, Optimization, OptimizationBacktestUpdate, OptimizationColumns } from '@tradeloom/contracts'
import { viewOptimization } from './optimization-views.ts'
import type { OptimizationRecord } from './optimizations.repository.ts'

/** Message on `optimization.<id>`. The owner sees `own`, everybody else `shared` unless it is null. */
export type OptimizationMessage = {
  readonly userId: string
  readonly id: string
  readonly isPublic: boolean
} & (
  | {
      readonly event: 'update'
      readonly own: Optimization
      readonly shared: Optimization | null
      readonly isWindow: boolean
    }
  | { readonly event: 'deleted'; readonly algorithmId: string }
  | { readonly event: 'rows'; readonly from: number; readonly rows: OptimizationColumns }
  | { readonly event: 'begun'; readonly backtests: readonly OptimizationBacktestUpdate[] }
  | { readonly event: 'log'; readonly lines: readonly LogLine[] }
)

export function publishOptimization(bus: Bus, record: OptimizationRecord): void {
  const { isPublic } = record
  const { userId, id, parentId } = record.row
  const shared = isPublic ? viewOptimization(record, null) : null
  const own = viewOptimization(record, userId)
  publishMessage(bus, { event: 'update', userId, id, isPublic, own, shared, isWindow: parentId !== null })
}

export function publishMessage(bus: Bus, message: OptimizationMessage): void {
  bus.publish(`optimization.${message.id}`, message)
}

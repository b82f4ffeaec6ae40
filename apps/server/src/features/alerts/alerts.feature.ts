import type { TopicEvent } from '@tradeloom/contracts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { ownTopic } from '../../platform/realtime/topic.ts'
import { cachedListings } from '../../trading-core/prices/cached-listings.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import { AlertsRepository } from './alerts.repository.ts'
import { AlertsService } from './alerts.service.ts'

/** Judges alerts in a process of its own. */
export interface AlertsProcess {
  /** PostgreSQL notifies here of alerts that were changed, with the id of their instrument. */
  readonly channel: string
  /** Starts it if it does not run. */
  wake(): void
  /** Called for every change that it has committed. */
  onChange(listener: (change: { readonly userId: string; readonly alertId: string }) => void): void
}

type AlertEvent = TopicEvent<'alerts'>

/** On the bus as `alert.<user>`. */
interface AlertMessage {
  readonly userId: string
  readonly event: AlertEvent
}

/** What users want to be told of prices. */
export function alertsFeature({ db, bus, now, logger }: Platform, ticks: TickSource, process: AlertsProcess) {
  const repository = new AlertsRepository(db, process.channel)
  const service = new AlertsService({ repository, ticks, listings: cachedListings(db, now) })
  const publish = (userId: string, event: AlertEvent): void =>
    bus.publish(`alert.${userId}`, { userId, event } satisfies AlertMessage)
  const changed = <One extends { readonly id: string }>(userId: string, data: One): One => {
    publish(userId, { event: 'alert', data: { ...data, snapshot: false } } as unknown as AlertEvent)
    return data
  }
  process.onChange(({ userId, alertId }) => {
    service
      .find(userId, alertId)
      .then((alert) => alert && changed(userId, alert))
      .catch((error: unknown) => logger.warn({ err: error }, 'an alert could not be published'))
  })
  return {
    handlers: {
      listAlerts: async ({ userId }) => service.list(userId),
      createAlert: async ({ userId, body }) => {
        const alert = await service.create(userId, body.terms, body.note)
        process.wake()
        return changed(userId, alert)
      },
      changeAlert: async ({ userId, params, body }) => {
        const alert = await service.change(userId, params.id, body)
        process.wake()
        return changed(userId, alert)
      },
      deleteAlert: async ({ userId, params }) => {
        await service.remove(userId, params.id)
        publish(userId, { event: 'alert-deleted', data: { id: params.id } })
        return { ok: true }
      },
      listAlertFirings: async ({ userId, params }) => service.firings(userId, params.id),
    },
    topics: {
      alerts: ownTopic<AlertMessage, AlertEvent>({
        subject: 'alert.*',
        snapshot: async (userId) =>
          (await service.list(userId)).map((data) => ({
            key: data.id,
            event: { event: 'alert', data: { ...data, snapshot: true } },
          })),
        change: ({ userId, event }) => ({ userId, key: event.data.id, event, isCoalesced: false }),
      }),
    },
    /** Alerts go on after a restart, and after the end of the server that they ran on. */
    async attend(): Promise<void> {
      if (await repository.isAnyActive()) process.wake()
    },
  } as const satisfies Feature & Record<string, unknown>
}

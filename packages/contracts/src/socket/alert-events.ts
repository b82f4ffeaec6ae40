import { z } from 'zod'
import { alert } from '../http/alerts.ts'
import { uuid } from '../http/common.ts'

export const alertEvents = {
  /** Created, changed, fired or paused; those that come after subscribing are no news. */
  alert: alert.extend({ snapshot: z.boolean() }),
  'alert-deleted': z.object({ id: uuid }),
}

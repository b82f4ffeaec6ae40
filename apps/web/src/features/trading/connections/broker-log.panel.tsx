import { z } from 'zod'
import { definePanel } from '../../../entities/panels/define-panel.ts'

/** What happened lately on a connection or an account. */
export const panel = definePanel({
  name: 'broker-log',
  title: 'Broker log',
  letter: 'W',
  about: 'What the connection to a broker reports',
  size: { w: 3, h: 2 },
  options: z.object({
    /** Of which: its kind and its id; the first connection if null. */
    source: z
      .object({ kind: z.enum(['account', 'connection']), id: z.string() })
      .nullable()
      .default(null),
    level: z.enum(['all', 'warning', 'error']).default('all'),
  }),
  keptWithUser: ['source', 'level'],
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./broker-log.tsx')).BrokerLog,
})

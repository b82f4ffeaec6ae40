import { z } from 'zod'
import { definePanel } from '../../../entities/panels/define-panel.ts'

/** Which brokers of the user are connected. */
export const panel = definePanel({
  name: 'connections',
  title: 'Connection status',
  letter: 'V',
  about: 'Whether each broker can be reached',
  size: { w: 3, h: 2 },
  options: z.object({}),
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./connections.tsx')).Connections,
})

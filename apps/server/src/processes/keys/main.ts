import { serveRequests } from '../../platform/processes/serve-requests.ts'
import type { DeriveKeys, KeyAnswer } from '../../platform/processes/key-messages.ts'
import { deriveKeys } from './derive-keys.ts'

// By default this signal opens a debugger.
process.on('SIGUSR1', () => undefined)
serveRequests<DeriveKeys, KeyAnswer>(deriveKeys)

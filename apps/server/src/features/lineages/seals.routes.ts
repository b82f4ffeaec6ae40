import type { Handlers } from '../../platform/http/route.ts'
import type { Seals } from './seals.service.ts'

export function sealHandlers(seals: Seals): Pick<Handlers, 'getSeal' | 'setSeal' | 'openSeal'> {
  return {
    getSeal: ({ params, userId }) => seals.view(params.id, userId),
    setSeal: ({ params, body, userId }) => seals.set(params.id, new Date(body.sealedFrom), userId),
    openSeal: ({ params, userId }) => seals.open(params.id, userId),
  }
}

import type { Handlers } from '../../platform/http/route.ts'
import type { StampedAnswers } from '../../platform/http/stamped-answers.ts'
import type { IndicatorsService } from './indicators.service.ts'
import { systemIndicators } from './system-indicators.ts'

type IndicatorHandlers = Pick<
  Handlers,
  | 'listIndicators'
  | 'listSharedIndicators'
  | 'listSystemIndicators'
  | 'createIndicator'
  | 'getIndicator'
  | 'getSystemIndicator'
  | 'saveIndicator'
  | 'updateIndicator'
  | 'deleteIndicator'
  | 'listIndicatorUses'
>

export function indicatorHandlers(indicators: IndicatorsService, answers: StampedAnswers): IndicatorHandlers {
  return {
    listIndicators: ({ userId }) => indicators.listOwn(userId),
    // Includes the viewer's own indicators, marked as such.
    listSharedIndicators: ({ login }) => indicators.listShared(login?.user.id ?? null),
    listSystemIndicators: ({ request, reply }) =>
      answers.answer(request, reply, {
        key: ['system indicators'],
        // They are part of the program, and a new program has new stamps.
        stamp: '',
        make: async () => [...systemIndicators],
      }),
    createIndicator: ({ body, userId }) => indicators.create(body, userId),
    getIndicator: ({ params, viewerId }) => indicators.get(params.id, viewerId),
    getSystemIndicator: async ({ params }) => indicators.system(params.id),
    saveIndicator: ({ params, body, userId }) => indicators.save(params.id, body.script, userId),
    updateIndicator: ({ params, body, userId }) => indicators.update(params.id, body, userId),
    deleteIndicator: async ({ params, userId }) => {
      await indicators.remove(params.id, userId)
      return { ok: true }
    },
    listIndicatorUses: ({ params, userId }) => indicators.uses(params.id, userId),
  }
}

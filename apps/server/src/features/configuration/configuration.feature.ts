import { isLayouts, storedLayouts } from '@tradeloom/contracts'
import { ORDER_TEMPLATES, orderTemplates } from '@tradeloom/contracts/order-templates'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { createConfigurationRepository } from './configuration.repository.ts'

/** Settings of the web app that follow users to other browsers. */
export function configurationFeature({ db }: Pick<Platform, 'db'>) {
  const repository = createConfigurationRepository(db)
  return {
    handlers: {
      listConfiguration: async ({ userId }) => Object.fromEntries(await repository.list(userId)),
      getConfiguration: async ({ userId, params, reply }) => {
        const { value, tag } = await repository.read(userId, params.path)
        reply.header('etag', `"${tag}"`)
        return answerOf(params.path, value)
      },
      putConfiguration: async ({ userId, params, body, request, reply }) => {
        refuseUnreadable(params.path, body.value)
        const tag = await repository.write(userId, params.path, body.value, tagOf(request.headers['if-match']))
        if (tag === null) {
          throw new AppError('conflict', 'newer-setting', 'This setting was changed in another window', { status: 412 })
        }
        reply.header('etag', `"${tag}"`)
        return answerOf(params.path, body.value)
      },
    },
  } as const satisfies Feature
}

function answerOf(path: string, value: unknown): unknown[] | { value: unknown } {
  if (!isLayouts(path)) return { value }
  return Array.isArray(value) ? value : []
}

/** Throws for layouts and order templates that could not be shown. */
function refuseUnreadable(path: string, value: unknown): void {
  const schema = isLayouts(path) ? storedLayouts : path === ORDER_TEMPLATES ? orderTemplates : null
  const [issue] = schema?.safeParse(value).error?.issues ?? []
  if (issue !== undefined) throw invalid(issue.message, ['value', ...issue.path].join('.'))
}

/** What the setting must still be; null if it may be anything. */
function tagOf(ifMatch: string | undefined): string | null {
  return ifMatch === undefined || ifMatch === '*' ? null : ifMatch.replace(/^W\//, '').replaceAll('"', '')
}

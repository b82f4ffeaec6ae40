import type { Handlers } from '../../platform/http/route.ts'
import type { AccountDeletions } from './account-deletions.ts'
import type { AccountExports } from './account-exports.ts'

type AccountDataHandlers = Pick<
  Handlers,
  'getAccountData' | 'exportAccount' | 'downloadExport' | 'deleteAccount' | 'keepAccount'
>

/** What a user takes along, and leaves behind. */
export function accountDataHandlers(exports: AccountExports, deletions: AccountDeletions): AccountDataHandlers {
  return {
    getAccountData: async ({ userId }) => ({
      export: await exports.newest(userId),
      deletion: (await deletions.dueOf(userId))?.toISOString() ?? null,
      undoDays: deletions.undoDays,
    }),
    async exportAccount({ userId, body }) {
      return exports.begin(userId, body?.marketData ?? false)
    },
    async downloadExport({ params, userId, reply }) {
      const { stream, bytes } = await exports.open(params.id, userId)
      reply.header('content-type', 'application/zip')
      reply.header('content-length', bytes)
      reply.header('content-disposition', 'attachment; filename="tradeloom-account.zip"')
      reply.header('cache-control', 'no-store')
      await reply.send(stream)
    },
    async deleteAccount({ userId, body }) {
      return { deletion: (await deletions.request(userId, body.username))?.toISOString() ?? null }
    },
    async keepAccount({ userId }) {
      await deletions.keep(userId)
      return { ok: true }
    },
  }
}

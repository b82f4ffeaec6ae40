import { IMPORT_FORMATS } from '@tradeloom/market-data'
import type { Handlers } from '../../platform/http/route.ts'
import { detectImports } from './detect-imports.ts'
import type { MarketImportsService } from './market-imports.service.ts'

type ImportHandlers = Pick<Handlers, 'listImportFormats' | 'startImport' | 'listImports' | 'getImport' | 'detectImport'>

export function marketImportHandlers(imports: MarketImportsService, uploadsDir: string): ImportHandlers {
  return {
    listImportFormats: async () =>
      IMPORT_FORMATS.map(({ name, title, description, defaultTimezone, extensions, needsMapping }) => ({
        name,
        title,
        description,
        defaultTimezone,
        needsMapping,
        extensions: [...extensions],
      })),
    startImport: ({ request, login, userId }) =>
      imports.start(request, { id: userId, isAdmin: login?.user.isAdmin ?? false }),
    listImports: ({ userId }) => imports.list(userId),
    detectImport: ({ request }) => detectImports(request, uploadsDir),
    getImport: ({ params, userId }) => imports.own(params.id, userId),
  }
}

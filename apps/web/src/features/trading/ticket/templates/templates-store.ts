import { ORDER_TEMPLATES, type OrderTemplate, orderTemplates } from '@tradeloom/contracts/order-templates'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../../api/api-error.ts'
import { callTagged } from '../../../../api/call.ts'
import { queryClient } from '../../../../api/query-client.ts'

interface StoredTemplates {
  readonly templates: readonly OrderTemplate[]
  /** Of what the server has. */
  readonly tag: string | null
}

/** How often a change is made again to what another window has stored meanwhile. */
const TRIES = 3
const PATH = { path: ORDER_TEMPLATES }

/** The order templates of the user. */
export const templatesQuery = queryOptions({
  queryKey: ['order-templates'],
  queryFn: async ({ signal }): Promise<StoredTemplates> => {
    const { reply, tag } = await callTagged('getConfiguration', { params: PATH, signal })
    const value = Array.isArray(reply) ? reply : (reply.value ?? [])
    const { data } = orderTemplates.safeParse(value)
    if (data === undefined) throw new Error('The order templates were stored by a newer version')
    return { templates: data, tag }
  },
  retry: false,
})

/** Changes the templates that are stored now, whatever this window has read. @throws {ApiError} */
export async function changeTemplates(
  change: (templates: readonly OrderTemplate[]) => readonly OrderTemplate[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const read = await queryClient.fetchQuery({ ...templatesQuery, staleTime: attempt === 1 ? Infinity : 0 })
    const templates = change(read.templates)
    try {
      const tagged = read.tag === null ? {} : { ifMatch: read.tag }
      const { tag } = await callTagged('putConfiguration', { params: PATH, body: { value: templates }, ...tagged })
      queryClient.setQueryData(templatesQuery.queryKey, { templates, tag })
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === TRIES) throw error
    }
  }
}

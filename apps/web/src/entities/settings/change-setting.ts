import { queryClient } from '../../api/query-client.ts'
import { bootstrapQuery } from '../user/bootstrap-query.ts'
import { remembered, type Setting, storeSetting } from './use-setting.ts'

/** For code outside components: changes a setting by what it is, as `useSetting` does. */
export function changeSetting<Value>(setting: Setting<Value>, change: (value: Value) => Value): void {
  const { path, schema, fallback } = setting
  const isSignedIn = Boolean(queryClient.getQueryData(bootstrapQuery.queryKey)?.user)
  const known: unknown = queryClient.getQueryData(['configuration', path, isSignedIn]) ?? remembered(path)
  storeSetting(path, change(schema.safeParse(known).data ?? fallback), isSignedIn)
}

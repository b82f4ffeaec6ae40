import type { FlattenAnswer, FlattenRequest } from '@tradeloom/kill-switch'

/** What the audit log says of a request: that it was carried out, and that everything was closed. */
export type FlattenRecord = FlattenAnswer & { readonly request: FlattenRequest; readonly recorded: 'used' | 'flat' }

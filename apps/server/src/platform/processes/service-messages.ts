/** What a service sends to its owner. */
export type ServiceMessage<Event> = { readonly kind: 'beat' } | { readonly kind: 'event'; readonly event: Event }

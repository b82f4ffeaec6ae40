/** On the bus: a venue was switched, or the connection was lost with which its prices are read. All servers look again. */
export const VENUES_CHANGED = 'venue.switched'

import indicatorTypings from '@tradeloom/script/api/indicators.generated.d.ts?raw'
import typings from '@tradeloom/script/api/tradeloom.d.ts?raw'

/** The typing of the script API as text: the editor's library and the source of the documentation pane. */
export const apiTypings: string = `${typings}\n${indicatorTypings}`

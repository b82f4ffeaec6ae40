import { useQuery } from '@tanstack/react-query'
import { linkOptions, type LinkProps, useNavigate } from '@tanstack/react-router'
import type { Algorithm, DocumentationNavigation } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import { ownAlgorithmsQuery, sharedAlgorithmsQuery } from '../entities/algorithms/algorithm-queries.ts'
import { useUser } from '../entities/user/bootstrap-query.ts'
import { navigationQuery } from '../entities/documentation/documentation-queries.ts'
import { searchDocumentation } from '../features/documentation/search-documentation.ts'
import { indicatorsQuery } from '../entities/indicators/indicator-queries.ts'
import { instrumentsQuery } from '../entities/instruments/market-data-queries.ts'
import { matchInstrument } from '../entities/instruments/match-instrument.ts'
import { isListed } from '../entities/instruments/use-instrument.ts'
import { openPositionsQuery, ordersQuery } from '../entities/accounts/trading-queries.ts'
import { activeSessionsQuery } from '../features/sessions/session-queries.ts'
import { useMenuPages } from '../pages/settings/use-menu-pages.ts'
import { formatPlain } from '../ui/format.ts'
import { rankName } from './rank-name.ts'
import { useCommands } from './use-commands.ts'
import { usePages } from './use-pages.ts'

type Link = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

/** Somewhere to go, or something to do. */
export type Target = { readonly label: string; readonly detail: string } & (
  | { readonly link: Link }
  | { readonly act: () => void }
)

type RankedTarget = Target & { readonly rank: number }

/** All pages and commands, and a few algorithms. */
const MAX_TARGETS = 20
/** After all names. */
const KEYWORD_RANK = 4
const DESCRIPTION_RANK = 5

/** Pages, commands, algorithms, own indicators and parts of the documentation that match a text, those whose name is the best match first. */
export function useTargets(text: string): Target[] {
  const search = text.trim().toLowerCase()
  const places = [
    ...usePageTargets(search),
    ...useCommandTargets(search),
    ...useAlgorithmTargets(search),
    ...useIndicatorTargets(search),
    ...useInstrumentTargets(search),
    ...useTradingTargets(search),
    ...useSettingsTargets(search),
  ]
  const navigation = useQuery(navigationQuery).data
  return [...places, ...documentationTargets(navigation, search)]
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, MAX_TARGETS)
}

function ranked(target: Target, rank: number | null): RankedTarget[] {
  return rank === null ? [] : [{ ...target, rank }]
}

function usePageTargets(search: string): RankedTarget[] {
  return usePages().flatMap(({ to, info: { title, palette } }) => {
    if (palette === undefined) return []
    return ranked({ label: title, detail: 'Page', link: { to } }, rankOf(title, palette.keywords, search))
  })
}

function useCommandTargets(search: string): RankedTarget[] {
  return useCommands().flatMap(({ label, keywords, act }) =>
    ranked({ label, detail: 'Command', act }, rankOf(label, keywords, search)),
  )
}

function rankOf(name: string, keywords: readonly string[], search: string): number | null {
  return rankName(name, search) ?? (keywords.some((word) => word.startsWith(search)) ? KEYWORD_RANK : null)
}

function useAlgorithmTargets(search: string): RankedTarget[] {
  const isSignedIn = Boolean(useUser())
  const own = useQuery({ ...ownAlgorithmsQuery, enabled: isSignedIn }).data ?? []
  const shared = useQuery(sharedAlgorithmsQuery).data ?? []
  const ownIds = new Set(own.map(({ id }) => id))
  const toTarget = (algorithm: Algorithm, detail: string): RankedTarget[] =>
    ranked({ label: algorithm.name, detail, link: editAlgorithm(algorithm) }, rankName(algorithm.name, search))
  return [
    ...own.flatMap((algorithm) => toTarget(algorithm, 'Your algorithm')),
    ...shared
      .filter(({ id }) => !ownIds.has(id))
      .flatMap((algorithm) => toTarget(algorithm, `by ${algorithm.username}`)),
  ]
}

function editAlgorithm({ id }: Algorithm): Link {
  return linkOptions({ to: '/algorithms/$algorithmId/edit', params: { algorithmId: id } })
}

/** Instruments whose symbol, venue or currency is typed: of hundreds, none without a text. */
function useInstrumentTargets(search: string): RankedTarget[] {
  const { data = [] } = useQuery(instrumentsQuery)
  if (search === '') return []
  return data.flatMap((instrument) => {
    const { id, displaySymbol, symbol, exchangeName } = instrument
    const name = `${displaySymbol} ${exchangeName}`
    const rank = rankName(name, search) ?? rankName(`${symbol} ${exchangeName}`, search)
    return ranked(
      { label: name, detail: isListed(instrument.status) ? 'Market' : 'Stored prices', link: instrumentPage(id) },
      rank ?? (matchInstrument(instrument, search) ? KEYWORD_RANK : null),
    )
  })
}

function instrumentPage(instrumentId: string): Link {
  return linkOptions({ to: '/instruments/$instrumentId', params: { instrumentId } })
}

/** The user's sessions, and the markets of open positions and working orders. */
function useTradingTargets(search: string): RankedTarget[] {
  const enabled = Boolean(useUser())
  const { data: sessions = [] } = useQuery({ ...activeSessionsQuery, enabled })
  const { data: positions = [] } = useQuery({ ...openPositionsQuery, enabled })
  const { data: orders = [] } = useQuery({ ...ordersQuery, enabled })
  if (search === '') return []
  const find = (label: string, detail: string, link: Link): RankedTarget[] =>
    ranked({ label, detail, link }, rankName(label, search))
  return [
    ...sessions.flatMap(({ id, algorithmName, instrumentId }) =>
      find(
        `${algorithmName} on ${instrumentName(instrumentId)}`,
        'Trading session',
        linkOptions({ to: '/sessions/$sessionId', params: { sessionId: id } }),
      ),
    ),
    ...positions.flatMap(({ instrumentId, direction, quantity, symbol }) =>
      find(
        `${symbol} ${direction === 'LONG' ? 'long' : 'short'} ${formatPlain(quantity)}`,
        'Open position',
        instrumentPage(instrumentId),
      ),
    ),
    ...orders
      .filter(({ status }) => status === 'NEW' || status === 'PARTIALLY_FILLED')
      .flatMap(({ instrumentId, type, side, quantity, symbol }) =>
        find(`${symbol} ${type} ${side} ${formatPlain(quantity)}`, 'Working order', instrumentPage(instrumentId)),
      ),
  ]
}

function useSettingsTargets(search: string): RankedTarget[] {
  const isSignedIn = Boolean(useUser())
  const navigate = useNavigate()
  const pages = useMenuPages()
  if (!isSignedIn) return []
  return pages.flatMap(({ id, title }) => {
    const act = (): void => void navigate({ to: '.', search: (known: object) => ({ ...known, settings: id }) })
    return ranked({ label: title, detail: 'Settings', act }, rankOf(title, ['settings'], search))
  })
}

/** Those of the program are found in the documentation. */
function useIndicatorTargets(search: string): RankedTarget[] {
  const isSignedIn = Boolean(useUser())
  const listed = useQuery({ ...indicatorsQuery(isSignedIn), enabled: isSignedIn }).data ?? []
  return listed
    .filter(({ system }) => !system)
    .flatMap(({ id, key, name }) => {
      const link = linkOptions({ to: '/indicators/$indicatorId', params: { indicatorId: id } })
      return ranked({ label: name, detail: 'Your indicator', link }, rankName(name, search) ?? rankName(key, search))
    })
}

function documentationTargets(navigation: DocumentationNavigation | undefined, search: string): RankedTarget[] {
  if (navigation === undefined) return []
  return searchDocumentation(navigation, search).map(({ slug, id, name, path }) => ({
    label: path,
    detail: 'Documentation',
    link: linkOptions({ to: '/documentation/$slug', params: { slug }, ...(id !== null && { hash: id }) }),
    // A page comes before parts of others that have the same name.
    rank: (rankName(name, search) ?? rankName(path, search) ?? DESCRIPTION_RANK) + (id === null ? 0 : 0.5),
  }))
}

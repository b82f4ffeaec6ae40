import type { Algorithm } from '@tradeloom/contracts'
import type { ReactElement, ReactNode } from 'react'
import page from '../../ui/page.module.css'
import { useTitle } from '../../ui/use-title.ts'
import { useRouteAlgorithm } from '../algorithms/use-route-algorithm.ts'
import type { RunKind } from './run-kind.ts'

interface AlgorithmRunsPageProps {
  readonly kind: RunKind
  readonly children: (algorithm: Algorithm) => ReactNode
}

/** The runs of one kind of the algorithm in the page's address. */
export function AlgorithmRunsPage(props: AlgorithmRunsPageProps): ReactElement | null {
  const { data } = useRouteAlgorithm()
  return data === undefined ? null : <Runs {...props} algorithm={data} />
}

function Runs({ kind, algorithm, children }: AlgorithmRunsPageProps & { readonly algorithm: Algorithm }): ReactElement {
  useTitle(`${kind.titles} of ${algorithm.name}`)
  return <div className={page['page']}>{children(algorithm)}</div>
}

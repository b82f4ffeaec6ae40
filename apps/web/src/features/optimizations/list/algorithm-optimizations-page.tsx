import type { Algorithm } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import page from '../../../ui/page.module.css'
import { useTitle } from '../../../ui/use-title.ts'
import { useRouteAlgorithm } from '../../algorithms/use-route-algorithm.ts'
import { NewOptimizationButton } from '../new-optimization-button.tsx'
import { OptimizationList } from './optimization-list.tsx'

function Optimizations({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  useTitle(`Optimizations of ${algorithm.name}`)
  return (
    <div className={page['page']}>
      <OptimizationList algorithm={algorithm} action={<NewOptimizationButton algorithm={algorithm} />} />
    </div>
  )
}

export function AlgorithmOptimizationsPage(): ReactElement | null {
  const { data } = useRouteAlgorithm()
  return data === undefined ? null : <Optimizations algorithm={data} />
}

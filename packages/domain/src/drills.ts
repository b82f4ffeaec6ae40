// Bad days to practice, apart from the rest: pages without them do not load it.
export {
  DRILL_DISTANCE,
  DRILL_ENDS,
  DRILL_KINDS,
  type DrillEnd,
  type DrillKind,
  DRILLS,
  type DrillTerms,
} from './drills/drill-kinds.ts'

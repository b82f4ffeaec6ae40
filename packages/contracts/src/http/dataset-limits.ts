export const DATASETS_PAGE = 1000
export const DATASET_SEARCH_MIN = 3
/** Data columns of a dataset that are used, besides the first one. */
export const DATASET_COLUMNS = 20

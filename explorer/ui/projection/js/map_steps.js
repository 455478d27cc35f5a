// t-SNE and UMAP, by DruidJS: one map, made step by step.

/** The largest number of a start along PCA: as in scikit-learn and in umap-learn. */
const LARGEST = { tsne: 3e-4, umap: 10 }

/**
 * @typedef {{ rows: Float32Array, count: number, width: number }} Points the strongest numbers of each row come first
 * @typedef {{ neighbours: number, seed: number, start: string, total: number }} Settings `neighbours`: t-SNE's perplexity
 */

/**
 * @param {typeof import("@saehrimnir/druidjs")} druid
 * @param {"tsne" | "umap"} method
 * @param {Points} points @param {Settings} settings `start`: "pca" or "random"
 * @returns {{ step: () => void, positions: () => Float64Array }} x and y in turn; not before the first step
 */
export function mapSteps(druid, method, { rows, count, width }, { neighbours, seed, start, total }) {
  // At least two columns: t-SNE's steps have as many, and a map has two.
  const table = new druid.Matrix(count, Math.max(width, 2), (row, column) => (column < width ? rows[row * width + column] : 0))
  const common = { d: 2, seed }
  const map =
    method === "tsne"
      ? new druid.TSNE(table, { ...common, perplexity: neighbours })
      : new druid.UMAP(table, {
          ...common,
          n_neighbors: Math.min(neighbours, count),
          min_dist: 0.1,
          _n_epochs: total,
          // DruidJS 0.9 multiplies by this rate where UMAP divides: its default of 5 pushes only once per pull. With a half
          // a map keeps as many neighbours as one of umap-learn.
          _negative_sample_rate: 0.5,
        })
  if (start === "pca") {
    const chance = map.Y // a hundredth of it, which parts equal dots
    const scale = LARGEST[method] / (rows.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1)
    map.Y = new druid.Matrix(count, 2, (row, axis) => scale * table.entry(row, axis) + chance.entry(row, axis) / 100)
  }
  const steps = map.generator(total)
  return { step: () => void steps.next(), positions: () => map.Y.values }
}

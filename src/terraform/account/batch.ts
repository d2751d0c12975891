export interface Batch {
  readonly placeholder: true;
}

/** Something that holds a resource until it is told to let go. Disposing twice does nothing. */
export interface Disposable {
  dispose(): void;
}

/** Collects disposables; what is added after the end is disposed at once, so that nothing slips through a late start. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  get isDisposed(): boolean {
    return this.#disposed;
  }

  dispose(): void {
    this.#disposed = true;
    for (const item of this.#items.splice(0).toReversed()) item.dispose();
  }
}

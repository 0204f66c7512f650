/** The part of VS Code's `when` clauses that the manifest uses: `&&`, `||`, `!`, `==`, `!=` and brackets. */
const tokens = (clause: string): string[] => clause.match(/&&|\|\||==|!=|!|\(|\)|[\w.]+/g) ?? [];

type KeyValue = string | number | boolean | undefined;

/** Whether a clause holds where the keys have these values; one that is not set is false, and equal to nothing. */
export function holds(clause: string, keys: Readonly<Record<string, KeyValue>>): boolean {
  const rest = tokens(clause);
  const term = (): boolean => {
    const token = rest.shift() ?? '';
    if (token === '!') return !term();
    if (token === '(') {
      const inner = either();
      if (rest.shift() !== ')') throw new Error(`no closing bracket: ${clause}`);
      return inner;
    }
    if (!/^[\w.]+$/.test(token)) throw new Error(`not understood at "${token}": ${clause}`);
    const value = keys[token];
    if (rest[0] !== '==' && rest[0] !== '!=') return Boolean(value);
    const isEqual = rest.shift() === '==';
    return (String(value ?? '') === rest.shift()) === isEqual;
  };
  const both = (): boolean => {
    let all = term();
    while (rest[0] === '&&') {
      rest.shift();
      all = term() && all;
    }
    return all;
  };
  const either = (): boolean => {
    let some = both();
    while (rest[0] === '||') {
      rest.shift();
      some = both() || some;
    }
    return some;
  };
  const result = either();
  if (rest.length > 0) throw new Error(`not understood from "${rest.join(' ')}": ${clause}`);
  return result;
}

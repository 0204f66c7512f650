// Mocha 12 exports its class by name; the types are still those of Mocha 10, where it is only the module itself.
type MochaClass = typeof Mocha;

declare namespace Mocha {
  const Mocha: MochaClass;
}

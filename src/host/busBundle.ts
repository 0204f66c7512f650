export { createEmbeddedBroker } from '../adapters/broker/embeddedBroker.ts';
export { createMqttBus } from '../adapters/bus/mqttBus.ts';

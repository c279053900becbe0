import type { TradeModel } from './trade-model.ts';
import type { Buyer, Trader } from './trade-terms.ts';
import { isWorldStep, type RequestStep, type Role, type Step, type WorldStep } from './trade-steps.ts';

/** Who acts, by what the model knows. */
export function resolve(model: TradeModel, step: RequestStep): RequestStep<Trader> {
  if (!('by' in step) || (step.by !== 'receiver' && step.by !== 'proposer'))
    return step as RequestStep<Trader>;
  const { conversation, by } = step;
  const isAboutOffer = step.kind === 'counter' || step.kind === 'respond';
  const last = isAboutOffer ? model.lastOffer(conversation) : model.meetings.last(conversation);
  return { ...step, by: traderOf(by, conversation, last?.bySeller ?? false) };
}

const traderOf = (role: Role, conversation: Buyer, bySeller: boolean): Trader =>
  bySeller === (role === 'proposer') ? 'seller' : conversation;

/** The status with which the model responds, if it is a request. */
export function takeInModel(model: TradeModel, step: Step): number | undefined {
  if (!isWorldStep(step)) return requestOfModel(model, resolve(model, step));
  changeInModel(model, step);
  return undefined;
}

export function changeInModel(model: TradeModel, step: WorldStep): void {
  switch (step.kind) {
    case 'wait':
      return model.wait(step.ms);
    case 'waitForMeeting':
      return model.wait(msUntilMeeting(model, step.ms));
    case 'runJobs':
      return model.meetings.remind();
    case 'setPrice':
      return model.setPrice(step.cents);
    case 'setSold':
      return model.setSold(step.isSold);
    case 'setDeleted':
      return model.setDeleted(step.isDeleted);
    case 'setBlocked':
      return model.setBlocked(step.conversation, step.bySeller ? 'seller' : 'buyer', step.isBlocked);
  }
}

/** Until so long before the open meeting begins. */
export const msUntilMeeting = ({ meetings: { open }, now }: TradeModel, before: number): number =>
  open === undefined ? 0 : Math.max(0, open.startsAt - before - now);

export function requestOfModel(model: TradeModel, step: RequestStep<Trader>): number {
  switch (step.kind) {
    case 'offer':
      return model.offer(step.conversation, step.amount);
    case 'counter':
      return model.counter(step.conversation, step.by, step.amount);
    case 'respond':
      return model.respond(step.conversation, step.by, step.response);
    case 'reserve':
      return model.reserve(step.conversation, step.by);
    case 'propose':
      return model.meetings.propose(step.conversation, step.by, step.days);
    case 'changeMeeting':
      return model.meetings.change(step.conversation, step.by, step.days);
    case 'acceptMeeting':
      return model.meetings.accept(step.conversation, step.by);
    case 'cancelMeeting':
      return model.meetings.cancel(step.conversation, step.by);
    case 'cancel':
      return model.cancel(step.by);
    case 'confirm':
      return model.confirm(step.by, step.isRight);
    case 'review':
      return model.review(step.by, step.stars);
  }
}

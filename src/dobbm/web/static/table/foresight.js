/** What the person sees of their own action before the server has confirmed it. */

/** The view after one's own action, as it will be if the server agrees. */
export function after(view, action) {
  const gone = action.split(" ");
  const hand = view.hand.filter((card) => !gone.includes(card));
  return { ...view, hand, actions: [...view.actions, action], to_act: null, legal: [], ...words(view, action) };
}

/** What one's own word changes in the view before the server has said so. */
function words(view, action) {
  if (action === "dobbm" || action === "solo") return { declarer: view.seat, contract: action };
  if (action === "schwacher" || action === "retour") return { doublings: view.doublings + 1 };
  return {};
}

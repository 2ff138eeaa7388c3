from nemo.collections import llm
recipe = llm.llama3_8b.pretrain_recipe(num_nodes=2, num_gpus_per_node=8)
recipe.trainer.strategy.tensor_model_parallel_size = 2
